// Written by the build from the drawings in art/ (docs/art.md).
/** The pictures there are. */
export type ArtName =
  | 'fod'
  | 'fist'
  | 'maceandmagic'
  | 'coc_aatt'
  | 'dracula'
  | 'bundle-pre-order'
  | 'fod-expansions'
  | 'fod-wide'
  | 'fod-tall'
  | 'fist-wide'
  | 'fist-tall'
  | 'maceandmagic-wide'
  | 'maceandmagic-tall'
  | 'coc_aatt-wide'
  | 'coc_aatt-tall'
  | 'dracula-wide'
  | 'dracula-tall';

/** Part of every picture's address; another as soon as one of them is drawn differently. */
export const artVersion = '10c79e18';
