import { num, type Point } from './geometry.ts';
import type { Tile } from './tiles.ts';

/** The three shapes a world is drawn in: a book cover (3:4), a wide banner (21:9) and a phone's banner (4:5). */
export type Crop = 'cover' | 'wide' | 'tall';

/** What a drawing fills. */
interface Canvas {
  /** Its shape, by name. */
  crop: string;
  /** In drawing units, which are pixels at the largest size the site uses. */
  width: number;
  height: number;
}

/** What a cover or a banner fills. */
export interface Frame extends Canvas {
  crop: Crop;
}

export const frames: Readonly<Record<Crop, Frame>> = {
  cover: { crop: 'cover', width: 1200, height: 1600 },
  wide: { crop: 'wide', width: 2400, height: 1030 },
  tall: { crop: 'tall', width: 1200, height: 1500 },
};

/** A further view into a world, beside its cover and banners: 3:2. */
export const viewFrame: Canvas = { crop: 'view', width: 1200, height: 800 };

/** Offset 0 to 1, colour, opacity. */
export type Stop = readonly [offset: number, color: string, opacity?: number];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A drawing under way: parts in the order they are painted, and the paints and filters they use. */
export interface Sheet {
  readonly frame: Canvas;
  /** The whole frame. */
  readonly all: Box;
  draw(...parts: string[]): void;
  /** A paint that changes from one point to another. */
  linear(from: Point, to: Point, stops: readonly Stop[]): string;
  /** A paint that changes outwards from a point; `squash` below 1 flattens its circle. */
  radial(center: Point, radius: number, stops: readonly Stop[], squash?: number): string;
  /** A filter on everything inside `box`. @param primitives the filter's own elements */
  filter(primitives: string, box?: Box): string;
  clip(path: string): string;
  /** A mask: where its parts are white, what is masked shows. */
  mask(parts: string, box?: Box): string;
  /** A paint that repeats a small picture. @param turn in degrees @param corner where one of them begins */
  tiled(tile: Tile, width: number, height: number, turn?: number, corner?: Point): string;
  toSvg(): string;
}

/** @param name begins every id, so that drawings can stand inside each other */
export function createSheet(name: string, frame: Canvas): Sheet {
  const definitions: string[] = [];
  const parts: string[] = [];
  const tiles = new Map<string, string>();
  const all = { x: 0, y: 0, width: frame.width, height: frame.height };
  const define = (make: (id: string) => string) => {
    const id = `${name}-${frame.crop}-${definitions.length.toString(36)}`;
    definitions.push(make(id));
    return `url(#${id})`;
  };
  return {
    frame,
    all,
    draw: (...more) => void parts.push(...more),
    linear: (from, to, stops) =>
      define((id) =>
        element(
          'linearGradient',
          { id, gradientUnits: 'userSpaceOnUse', x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
          stops.map(stop),
        ),
      ),
    radial: ([cx, cy], r, stops, squash = 1) =>
      define((id) =>
        element(
          'radialGradient',
          {
            id,
            gradientUnits: 'userSpaceOnUse',
            cx,
            cy,
            r,
            gradientTransform:
              squash === 1 ? undefined : `translate(0 ${num(cy * (1 - squash))}) scale(1 ${squash})`,
          },
          stops.map(stop),
        ),
      ),
    filter: (primitives, box = all) =>
      define((id) =>
        element(
          'filter',
          { id, ...box, filterUnits: 'userSpaceOnUse', 'color-interpolation-filters': 'sRGB' },
          [primitives],
        ),
      ),
    clip: (d) => define((id) => element('clipPath', { id }, [element('path', { d })])),
    mask: (content, box = all) =>
      define((id) => element('mask', { id, ...box, maskUnits: 'userSpaceOnUse' }, [content])),
    tiled({ href, side }, wide, high, turn = 0, [x, y] = [0, 0]) {
      // Each small picture is in the file once, however many paints repeat it.
      const picture = tiles.get(href) ?? `${name}-${frame.crop}-tile${tiles.size}`;
      if (!tiles.has(href)) {
        tiles.set(href, picture);
        definitions.push(element('image', { id: picture, href, width: side, height: side }));
      }
      return define((id) =>
        element(
          'pattern',
          {
            id,
            patternUnits: 'userSpaceOnUse',
            width: side,
            height: side,
            patternTransform: `translate(${num(x)} ${num(y)}) rotate(${turn}) scale(${shortened(wide / side)} ${shortened(high / side)})`,
          },
          [element('use', { href: `#${picture}` })],
        ),
      );
    },
    toSvg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" ` +
      `width="${frame.width}" height="${frame.height}"><defs>${definitions.join('')}</defs>${parts.join('')}</svg>\n`,
  };
}

function stop([offset, color, opacity]: Stop): string {
  return element('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });
}

/** An element as text; attributes that are `undefined` are left out, numbers and path data are shortened. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${written(key, value ?? '')}"`)
    .join('');
  return children.length > 0 ? `<${name}${list}>${children.join('')}</${name}>` : `<${name}${list}/>`;
}

/**
 * A filled path. Its opacity is that of its paint: an element's own opacity makes the renderer set up a layer for it, a
 * hundred times the work for the same picture.
 */
export function shape(d: string, fill: string, attributes: Attributes = {}): string {
  return element('path', { d, fill, ...painted(attributes) });
}

function painted({ opacity, ...rest }: Attributes): Attributes {
  const stroke = rest['stroke'] === undefined ? {} : { 'stroke-opacity': opacity };
  return { ...rest, ...(rest['fill'] === 'none' ? {} : { 'fill-opacity': opacity }), ...stroke };
}

/** A stroked path. */
export function stroke(d: string, color: string, width: number, attributes: Attributes = {}): string {
  return element('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    ...painted({ stroke: color, fill: 'none', ...attributes }),
  });
}

export function group(attributes: Attributes, parts: readonly string[]): string {
  return element('g', attributes, parts);
}

export function rect(box: Box, fill: string, attributes: Attributes = {}): string {
  return element('rect', { ...box, fill, ...painted(attributes) });
}

export function ellipse([cx, cy]: Point, rx: number, ry: number, fill: string, attributes: Attributes = {}) {
  return element('ellipse', { cx, cy, rx, ry, fill, ...painted(attributes) });
}

function written(key: string, value: string | number): string {
  if (typeof value === 'number') return shortened(value);
  return key === 'd' ? value.replace(/-?\d*\.\d{2,}(?:e-?\d+)?/g, (long) => num(Number(long))) : value;
}

function shortened(value: number): string {
  return String(Math.round(value * 10000) / 10000);
}
