// Begins to load the replica of a room. It runs before most other scripts, because these delay a slow phone.
import { decoded, isRoomName } from "../home/room-name.js";
import { loadReplica } from "./replica.js";

const [, piece] = /^\/rooms\/(.*)$/s.exec(location.pathname) ?? [];
/** The name in the page's address, if it has one. */
export const name = piece && decoded(piece);
/** The replica, if the name can be a room's. */
export const replica = name !== undefined && isRoomName(name) ? loadReplica() : undefined;
