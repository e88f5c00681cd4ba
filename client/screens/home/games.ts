import { paths, type RouteName } from '#shared/routes.ts';

/** A game as the home page lists it. */
interface ListedGame {
  /** Its own page; without one it is named and not linked. */
  route: RouteName;
  href: string;
  title: string;
  line: string;
  image: string;
  /** Accent, as `data-world` names it in tokens.css. */
  world: string;
}

/** The specification's games list of the home page, in its order. */
export const games: readonly ListedGame[] = [
  {
    route: 'fortressOfDeath',
    href: paths.fortressOfDeath(),
    title: 'Lone Wolf: The Fortress of Death',
    line: 'The last Kai Lord. A gate that closes behind you.',
    image: '/art/fod.svg',
    world: 'fod',
  },
  {
    route: 'fist',
    href: paths.fist(),
    title: "Steve Jackson's F.I.S.T.",
    line: 'Down into the castle of a demon prince, by torch.',
    image: '/art/fist.svg',
    world: 'fist',
  },
  {
    route: 'maceAndMagic',
    href: paths.maceAndMagic(),
    title: 'Mace & Magic',
    line: "Vemhir's Castle: the free demo. Bring a mace.",
    image: '/art/maceandmagic.svg',
    world: 'maceandmagic',
  },
  {
    route: 'callOfCthulhu',
    href: paths.callOfCthulhu(),
    title: 'Call of Cthulhu: Alone Against the Tide',
    line: 'A lakeside town, and what listens below it.',
    image: '/art/coc_aatt.svg',
    world: 'coc_aatt',
  },
  {
    route: 'dracula',
    href: paths.dracula(),
    title: 'Dracula: Curse of the Vampire',
    line: 'A coach, a mountain road, a host who never eats.',
    image: '/art/dracula.svg',
    world: 'dracula',
  },
];
