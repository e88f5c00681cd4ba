/** A world that can be listened to: the id of its adventure. */
export type World = string;
