/** The worlds that can be listened to. */
export type World = 'fod' | 'fist' | 'mace' | 'coc' | 'dracula';

/** A world's name in the design tokens (`data-world`), which lend it its accent and light, and of its picture. */
export const worldTokens = {
  fod: 'fod',
  fist: 'fist',
  mace: 'maceandmagic',
  coc: 'coc_aatt',
  dracula: 'dracula',
} as const satisfies Readonly<Record<World, string>>;
