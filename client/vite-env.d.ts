interface ImportMetaEnv {
  /**
   * Part of every picture's URL (cache busting); changes when any of them is drawn differently (scripts/build/art.ts).
   */
  readonly ART_VERSION: string;
}
