/** The further pictures that a world can have, beside its cover and its banners: a room of it, and something close to the hand. */
export const viewNames = ['inside', 'near'] as const;

export type ViewName = (typeof viewNames)[number];

/** `views` of a home's `views.ts`: each draws one as a complete SVG document of 1200 × 800 units. */
export type Views = Readonly<Record<ViewName, () => string>>;
