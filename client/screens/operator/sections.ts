import { type OperatorSection, operatorPath, operatorSections } from '#shared/operator-sections.ts';

/** A section of the desk. `null` is the first one: today. */
interface Section {
  id: OperatorSection | null;
  /** The name in the navigation, and the page's heading. */
  title: string;
  /** Its purpose. */
  lead: string;
}

const words: Readonly<Record<OperatorSection, Omit<Section, 'id'>>> = {
  orders: {
    title: 'Orders',
    lead: 'Find one by what somebody remembers of it; give it back, move it, answer its dispute.',
  },
  customers: {
    title: 'Customers',
    lead: 'What a person owns and why, what they may ask for, and what they may have erased.',
  },
  codes: { title: 'Activation codes', lead: 'Make a batch, look one code up, take codes back.' },
  imports: { title: 'Imports', lead: 'Bring in backers, or what was bought in an earlier shop.' },
  letters: { title: 'Letters', lead: 'Whether mail goes out, and what did not arrive.' },
  books: { title: 'Books', lead: 'What was sold, given back and redeemed, in any period.' },
  record: { title: 'Record', lead: 'What operators did and looked at, here and at the command line.' },
};

const today: Section = {
  id: null,
  title: 'Today',
  lead: 'For whoever runs the shop. What you do and look at here is kept on record.',
};

/** The sections in the order in which they are listed. */
export const sections: readonly Section[] = [today, ...operatorSections.map((id) => ({ id, ...words[id] }))];

/** The section of a path of the operator's page. */
export function sectionAt(pathname: string): Section {
  return sections.find(({ id }) => id !== null && operatorPath(id) === pathname) ?? today;
}

/** The URL of one order: its id is no secret (docs/security.md), and gives no access to people who are not operators. */
export const orderAddress = (id: string): string =>
  `${operatorPath('orders')}?order=${encodeURIComponent(id)}`;
