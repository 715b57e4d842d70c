// The elements of the HTML files by their ids, so that a missing id is a type error. ids.test.mjs compares
// them with the files.

type ElementsById =
    & Record<
        "another" | "bill-file" | "bill-table" | "board-make" | "board-open" | "board-replay" | "replay-leave",
        HTMLAnchorElement>
    & Record<
        "alone-back" | "answers-close" | "answers-end" | "answers-show" | "ask-open" | "bar-ask" | "question-answer" | "question-back"
        | "question-close" | "ask-shut" | "ask-since" | "bill-add" | "bill-close" | "bill-list-open" | "bill-mend" | "bill-open" | "bill-over" | "bill-picture" | "bill-print"
        | "bill-redo" | "bill-send" | "bill-undo"
        | "banner-act" | "banner-close" | "copy" | "editor-cancel" | "editor-done" | "editor-left" | "editor-right" | "copy-number" | "copy-plain" | "hand" | "host-link-copy" | "keyboard-open"
        | "lesson-link" | "me" | "naming-skip" | "naming-take" | "lesson-open" | "lesson-show" | "lock" | "make-again" | "menu-open" | "more"
        | "ask-rewind" | "bar-lesson" | "bar-lock" | "hands-give" | "hands-take" | "lesson-clear" | "lesson-close" | "lesson-over" | "open-again"
        | "offer-discard" | "offer-keep" | "offer-use" | "rehearsal-end"
        | "people-open" | "redo" | "replay-back" | "replay-on" | "replay-play" | "share"
        | "share-large" | "share-poster" | "share-send" | "side-close" | "tape-older" | "tape-open" | "try-again" | "undo",
        HTMLButtonElement>
    & Record<
        "forms" | "ask-delete" | "ask-end" | "ask-over" | "asking" | "ask-person" | "host-link" | "lesson"
        | "menu" | "naming" | "sharing" | "shortcuts",
        HTMLDialogElement>
    & Record<
        "again" | "answers" | "answers-state" | "answers-text" | "answers-waiting" | "answers-with" | "ask-again" | "ask-earlier"
        | "rehearsal" | "rehearsal-next" | "question" | "question-state" | "question-text" | "question-why" | "alone" | "alone-expression" | "alone-number" | "alone-only" | "alone-room" | "angle"
        | "ask-end-why" | "ask-name" | "asleep" | "asleep-why" | "bar" | "bill" | "bill-alarm" | "bill-all" | "bill-connection" | "bill-count" | "bill-debts"
        | "bill-debts-part" | "bill-head" | "bill-here" | "bill-items" | "bill-keys" | "bill-locked" | "bill-owes"
        | "bill-kept" | "bill-last" | "bill-list" | "bill-netted" | "bill-other" | "bill-own" | "bill-paid" | "bill-paid-part" | "bill-people" | "bill-rule" | "bill-settled"
        | "bill-share" | "bill-steps" | "bill-sum" | "bill-tax-label" | "bill-tipped" | "bill-title"
        | "bill-total" | "bill-unpaid" | "bill-whole" | "bill-worked" | "bill-wrong" | "board-next" | "board-people"
        | "board-place" | "board-room" | "board-waiting" | "board-way" | "board-why" | "calculator"
        | "connection" | "control" | "display" | "editor" | "editor-only" | "editor-result" | "editor-room" | "editor-text" | "ended" | "ended-next" | "ended-why" | "example"
        | "expression" | "faces" | "forms-list" | "forms-rounded" | "figures" | "gone" | "home" | "host-link-shut" | "keypad"
        | "board-scan" | "hands" | "hands-count" | "hands-text" | "ask-rewind-part"
        | "join-hint" | "naming-here" | "naming-title" | "new-address" | "not-a-name" | "lesson-title" | "lesson-watching" | "memory" | "menu-keypads" | "menu-why" | "messages" | "notices" | "people" | "people-count"
        | "offer" | "offer-keys" | "offer-text" | "letters" | "percent" | "remark" | "replay" | "replay-count" | "replay-event" | "replay-time"
        | "room" | "room-name" | "rules" | "screen" | "share-code" | "share-place" | "share-shut" | "shortcuts-map"
        | "board-names" | "banner" | "banner-text" | "side" | "side-people" | "side-tape" | "spoken" | "tape-export" | "stage" | "tape-empty" | "tape-tools" | "tools" | "trouble" | "visited"
        | "visited-rooms",
        HTMLElement>
    & Record<
        "board-hand",
        HTMLTemplateElement>
    & Record<
        "bill-form",
        HTMLFieldSetElement>
    & Record<
        "ask-form" | "bill-guests" | "bill-new" | "bill-split" | "bill-tip-on" | "bill-tips" | "join" | "make"
        | "make-here" | "replay-speed" | "side-tabs" | "theme",
        HTMLFormElement>
    & Record<
        "board-picture" | "host-link-picture" | "share-picture",
        HTMLImageElement>
    & Record<
        "answers-names" | "ask-text" | "bill-amount" | "bill-guest" | "bill-item" | "bill-name" | "bill-price" | "bill-round" | "bill-sign"
        | "bill-tax" | "bill-tip" | "code" | "haptics" | "host-link-text" | "lesson-door" | "lesson-names" | "lesson-spectators" | "new-name"
        | "own-name" | "people-search" | "read-out" | "replay-place" | "share-link",
        HTMLInputElement>
    & Record<
        "answers-groups" | "board-keys" | "question-groups" | "tape",
        HTMLOListElement>
    & Record<
        "ask-keypad" | "bill-currency" | "bill-decimals",
        HTMLSelectElement>;
