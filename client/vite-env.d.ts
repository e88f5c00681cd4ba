interface ImportMetaEnv {
  /** Part of every picture's address; another as soon as one of them is drawn differently (scripts/build/art.ts). */
  readonly ART_VERSION: string;
}
