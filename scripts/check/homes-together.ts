import type { Adventure, Words } from '#adventures/types.ts';

/** What is wrong between the homes: names that are given twice, or that nobody has. */
export function faultsBetween(
  adventures: ReadonlyMap<string, Adventure>,
  words: ReadonlyMap<string, Words>,
): string[] {
  const all = [...adventures].map(([id, adventure]) => ({
    file: `adventures/${id}/adventure.ts`,
    ...adventure,
  }));
  const offers = all.flatMap(({ file, products = [] }) =>
    products.map((offer, index) => ({ file, field: `products.${index}`, ...offer })),
  );
  const rewards = all.flatMap(({ file, rewards: own = [] }) =>
    own.map((reward, index) => ({ file, field: `rewards.${index}`, ...reward })),
  );
  const homeIds = new Set(all.map(({ id }) => id));
  const offerIds = new Set(offers.map(({ id }) => id));
  const downloads = all.flatMap(({ file, downloads: own = [] }) =>
    own.map(({ id }, index) => ({ file, field: `downloads.${index}.id`, value: id })),
  );
  const downloadIds = new Set(downloads.map(({ value }) => value));
  return [
    ...twice(all.map(({ file, place }) => ({ file, field: 'place', value: place }))),
    ...twice(all.flatMap(pathsOf)),
    ...twice(offers.map(({ file, field, id }) => ({ file, field: `${field}.id`, value: id }))),
    ...twice(offers.map(({ file, field, slug }) => ({ file, field: `${field}.slug`, value: slug }))),
    ...twice(downloads),
    ...offers.flatMap(({ file, field, unlocks = [], needs }) =>
      unknown(file, [
        ...unlocks.map((id, index) => [`${field}.unlocks.${index}`, id, homeIds] as const),
        ...(needs === undefined ? [] : [[`${field}.needs`, needs, homeIds] as const]),
      ]),
    ),
    ...offers.flatMap(({ file, field, discontinued, preOrder }) =>
      discontinued && preOrder
        ? [`${file}: ${field}.preOrder: is true, but what is discontinued cannot be ordered ahead`]
        : [],
    ),
    ...all.flatMap((home) => bundleDayFaults(home, adventures)),
    ...all.flatMap(({ file, id, page, demo, products = [] }) => [
      ...(words.get(id)?.opening && products[0]?.discontinued
        ? [`${file}: products.0.discontinued: is true, but the home page begins with it (opening)`]
        : []),
      ...(page && !page.link && !demo && products.length > 0 && products.every((each) => each.discontinued)
        ? [`${file}: page: has nothing left to offer; take it away, or give it a link`]
        : []),
    ]),
    ...rewards.flatMap(({ file, field, countsAs, downloads: given = [] }) =>
      unknown(file, [
        [`${field}.countsAs`, countsAs, offerIds],
        ...given.map((id, index) => [`${field}.downloads.${index}`, id, downloadIds] as const),
      ]),
    ),
    ...onlyOne(
      'words.ts: opening',
      [...words].flatMap(([id, { opening }]) => (opening ? [id] : [])),
    ),
    ...onlyOne(
      'adventure.ts: demo',
      all.flatMap(({ id, demo }) => (demo ? [id] : [])),
    ),
  ];
}

function pathsOf({ file, page }: Adventure & { file: string }) {
  return page ? [page.path, ...(page.movedFrom ?? [])].map((value) => ({ file, field: 'page', value })) : [];
}

/** A bundle is out when the last of its adventures is; what moves one of them must not leave the bundle behind. */
function bundleDayFaults(
  { file, id, releasedOn = null, products = [] }: Adventure & { file: string },
  adventures: ReadonlyMap<string, Adventure>,
): string[] {
  return products.flatMap(({ unlocks = [] }, index) => {
    if (unlocks.includes(id)) return [];
    const last =
      unlocks
        .map((each) => adventures.get(each)?.releasedOn ?? '')
        .sort()
        .at(-1) || null;
    return releasedOn === last
      ? []
      : [`${file}: releasedOn: is ${releasedOn}, but the last that products.${index} unlocks has ${last}`];
  });
}

interface Name {
  file: string;
  field: string;
  value: string | number;
}

function twice(names: readonly Name[]): string[] {
  return names.flatMap(({ file, field, value }, index) => {
    const first = names.findIndex((other) => other.value === value);
    const before = names[first];
    return first === index || !before
      ? []
      : [`${file}: ${field}: is ${value}, as in ${before.file}: ${before.field}`];
  });
}

type Reference = readonly [field: string, id: string, known: ReadonlySet<string>];

function unknown(file: string, references: readonly Reference[]): string[] {
  return references.flatMap(([field, id, known]) =>
    known.has(id) ? [] : [`${file}: ${field}: there is no "${id}"`],
  );
}

/** The home page begins with one adventure, and speaks of one demo. */
function onlyOne(what: string, ids: readonly string[]): string[] {
  if (ids.length === 1) return [];
  return [
    `adventures/*/${what}: one home must have it, and ${ids.length === 0 ? 'none' : ids.join(' and ')} has`,
  ];
}
