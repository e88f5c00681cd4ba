import type { BannerWorld } from '#client/ui/LivingBanner.tsx';
import { paths } from '#shared/routes.ts';

/** A game as the home page lists it. */
interface ListedGame {
  /** Its own page. */
  href: string;
  title: string;
  line: string;
  /** Its cover's name, and its accent's as `data-world` names it in tokens.css. */
  world: BannerWorld;
}

/** The specification's games list of the home page, in its order. */
export const games: readonly ListedGame[] = [
  {
    href: paths.fortressOfDeath(),
    title: 'Lone Wolf: The Fortress of Death',
    line: 'The last Kai Lord. A gate that closes behind you.',
    world: 'fod',
  },
  {
    href: paths.fist(),
    title: "Steve Jackson's F.I.S.T.",
    line: 'Down into the castle of a demon prince, by torch.',
    world: 'fist',
  },
  {
    href: paths.maceAndMagic(),
    title: 'Mace & Magic',
    line: "Vemhir's Castle: the free demo. Bring a mace.",
    world: 'maceandmagic',
  },
  {
    href: paths.callOfCthulhu(),
    title: 'Call of Cthulhu: Alone Against the Tide',
    line: 'A lakeside town, and what listens below it.',
    world: 'coc_aatt',
  },
  {
    href: paths.dracula(),
    title: 'Dracula: Curse of the Vampire',
    line: 'A coach, a mountain road, a host who never eats.',
    world: 'dracula',
  },
];
