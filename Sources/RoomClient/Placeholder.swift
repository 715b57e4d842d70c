import SharedRoom
