/**
 * What schema.org and Google's pages on rich results (developers.google.com/search/docs/appearance/structured-data) ask of
 * each type that the site uses. `required` and `recommended` must both be there; `known` are further properties that
 * schema.org has for the type, so that a misspelt one is found. Recommended properties that this shop cannot fill
 * truthfully are left out: reviews and ratings (there are none), GTIN and MPN, shipping (nothing is shipped), a return
 * policy (the right of withdrawal depends on the order), an end of the price's validity, and a postal address.
 */
interface TypeRule {
  required: readonly string[];
  recommended?: readonly string[];
  known?: readonly string[];
}

const rules: Readonly<Record<string, TypeRule>> = {
  Organization: {
    required: ['name'],
    known: [
      'url',
      'logo',
      'legalName',
      'description',
      'email',
      'contactPoint',
      'foundingDate',
      'sameAs',
      'address',
    ],
  },
  WebSite: {
    required: ['name', 'url'],
    recommended: ['alternateName'],
    known: ['description', 'inLanguage', 'publisher'],
  },
  Product: {
    required: ['name', 'image', 'offers'],
    recommended: ['description', 'sku', 'brand'],
    known: ['url', 'category'],
  },
  CreativeWork: {
    required: ['name', 'url', 'accessMode', 'accessibilityFeature'],
    known: ['accessibilityHazard', 'accessibilitySummary', 'publisher'],
  },
  Brand: { required: ['name'] },
  Offer: {
    required: ['price', 'priceCurrency'],
    recommended: ['availability', 'itemCondition', 'url', 'priceSpecification', 'seller'],
    known: ['availabilityStarts'],
  },
  UnitPriceSpecification: { required: ['price', 'priceCurrency'], recommended: ['valueAddedTaxIncluded'] },
  ItemList: { required: ['itemListElement'], recommended: ['numberOfItems'], known: ['name'] },
  ListItem: { required: ['position'], known: ['name', 'url', 'item'] },
  BreadcrumbList: { required: ['itemListElement'] },
  NewsArticle: {
    required: ['headline'],
    recommended: ['image', 'datePublished', 'dateModified', 'author'],
    known: ['description', 'inLanguage', 'mainEntityOfPage', 'publisher'],
  },
  WebPage: { required: [] },
  FAQPage: { required: ['mainEntity'] },
  Question: { required: ['name', 'acceptedAnswer'] },
  Answer: { required: ['text'] },
  ImageObject: { required: ['url'], known: ['width', 'height'] },
  ContactPoint: { required: ['contactType'], recommended: ['email'], known: ['url'] },
};

/** The organisation is described in full on the home page only; elsewhere its name is enough. */
const organizationInFull = [
  'url',
  'logo',
  'description',
  'email',
  'contactPoint',
  'legalName',
  'foundingDate',
];

/** Properties whose values have a format. */
const forms: Readonly<Record<string, RegExp>> = {
  '@id': /^https:\/\/[^/]+\//,
  url: /^https:\/\/[^/]+\//,
  item: /^https:\/\/[^/]+\//,
  image: /^https:\/\/[^/]+\/.+\.(jpg|png|webp)$/,
  sameAs: /^https:\/\//,
  datePublished: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/,
  dateModified: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/,
  price: /^\d+\.\d\d$/,
  priceCurrency: /^SEK$/,
  availability: /^https:\/\/schema\.org\/(InStock|PreOrder)$/,
  availabilityStarts: /^\d{4}-\d\d-\d\d$/,
  itemCondition: /^https:\/\/schema\.org\/NewCondition$/,
  headline: /^.{1,110}$/,
  email: /^[^@\s]+@[^@\s]+$/,
  position: /^[1-9]\d*$/,
};

export type StructuredNode = Readonly<Record<string, unknown>>;

/** The faults of a JSON-LD block, one line each. */
export function faultsOfStructuredData(block: StructuredNode): string[] {
  const context = block['@context'] === 'https://schema.org' ? [] : ['the block names no context'];
  const top = { ...block };
  delete top['@context'];
  const full =
    block['@type'] === 'Organization'
      ? organizationInFull.filter((name) => isEmpty(block[name])).map((name) => `Organization lacks ${name}`)
      : [];
  return [...context, ...full, ...faultsOfNode(top)];
}

function faultsOfNode(node: StructuredNode): string[] {
  const type = String(node['@type']);
  const rule = rules[type];
  // A reference to something described elsewhere consists of its id only.
  if (!rule) return Object.keys(node).join() === '@id' ? [] : [`${type} is no type of the table`];
  const { required, recommended = [], known = [] } = rule;
  const expected = [...required, ...recommended];
  const lacking = expected.filter((name) => isEmpty(node[name])).map((name) => `${type} lacks ${name}`);
  const unknown = Object.keys(node)
    .filter((name) => !['@type', '@id', ...expected, ...known].includes(name))
    .map((name) => `${type} has no property ${name}`);
  const inside = Object.entries(node).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => faultsOfValue(type, name, one)),
  );
  return [...lacking, ...unknown, ...listFaults(type, node), ...inside];
}

function faultsOfValue(type: string, name: string, value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return faultsOfNode(value as StructuredNode);
  const form = forms[name];
  return form && !form.test(String(value)) ? [`${type}.${name} has the wrong form: ${value}`] : [];
}

/** Lists count from 1; breadcrumbs need names and addresses, and at least two steps. */
function listFaults(type: string, node: StructuredNode): string[] {
  if (type !== 'ItemList' && type !== 'BreadcrumbList') return [];
  const items = [node['itemListElement']].flat() as StructuredNode[];
  const needed = type === 'ItemList' ? ['url'] : ['name', 'item'];
  return [
    ...(items.length < 2 ? [`${type} has fewer than two items`] : []),
    ...items.flatMap((item, index) => [
      ...(item['position'] === index + 1 ? [] : [`${type} counts wrong at ${index + 1}`]),
      ...needed.filter((name) => isEmpty(item[name])).map((name) => `an item of ${type} lacks ${name}`),
    ]),
  ];
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}
