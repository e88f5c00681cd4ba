/** The id of an adventure with a scene. */
export type World = string;
