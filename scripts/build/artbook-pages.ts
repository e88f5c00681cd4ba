import { site } from '#shared/site.ts';
import type { BookPage, BookPicture, BookSound } from '../../adventures/artbook-types.ts';
import type { ArtbookFonts } from './artbook-fonts.ts';
import type { Palette } from './card-art.ts';

/** A page in points, 4:3: a book cover (3:4) fills its height and leaves a column for words. */
export const page = { width: 1024, height: 768 };
const plateWidth = 576;
const margin = 60;

/** In points from the page's upper left corner. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A book under way. */
interface Book {
  doc: PDFKit.PDFDocument;
  palette: Palette;
  /** The world's accent. */
  accent: string;
}

/** Where each sheet's pictures stand; the one place that decides how large a picture is. */
export function placesOf(sheet: BookPage): { picture: BookPicture; place: Place }[] {
  switch (sheet.kind) {
    case 'cover':
      return [{ picture: sheet.picture, place: plate('right') }];
    case 'plate':
      return [{ picture: sheet.picture, place: plate(sheet.side) }];
    case 'detail':
      return [{ picture: sheet.picture, place: { x: 0, y: 0, width: page.width, height: 648 } }];
    case 'row':
      return sheet.pictures.map((picture, index) => {
        const width = 210;
        const x = margin + index * ((page.width - 2 * margin - width) / (sheet.pictures.length - 1));
        return { picture, place: { x, y: 312, width, height: (width * 4) / 3 } };
      });
    case 'end':
      return [{ picture: sheet.picture, place: { x: 0, y: 0, width: page.width, height: 440 } }];
    default:
      return [];
  }
}

function plate(side: 'left' | 'right'): Place {
  return { x: side === 'left' ? 0 : page.width - plateWidth, y: 0, width: plateWidth, height: page.height };
}

/** Adds a page: its ground, its pictures, its words. */
export function drawPage(
  book: Book,
  sheet: BookPage,
  fileOf: (picture: BookPicture, place: Place) => Uint8Array,
): void {
  const { doc, palette } = book;
  doc.addPage();
  artifact(doc, () => {
    doc.rect(0, 0, page.width, page.height).fill(palette.inkDeep);
  });
  for (const { picture, place } of placesOf(sheet)) {
    const file = Buffer.from(fileOf(picture, place));
    figure(book, picture.alt, () => {
      doc.image(file, place.x, place.y, { width: place.width });
    });
  }
  drawSheet(book, sheet);
}

function drawSheet(book: Book, sheet: BookPage): void {
  const { doc, palette, accent } = book;
  const column = page.width - plateWidth - 2 * margin + 20;
  switch (sheet.kind) {
    case 'cover':
      rings(book, { x: margin + 22, y: margin + 22 }, 1, 22);
      say(book, 'P', sheet.kicker, {
        x: margin,
        y: 300,
        size: 20,
        width: column,
        font: 'strong',
        color: accent,
      });
      say(book, 'H1', sheet.title, { x: margin, y: 330, size: 76, width: column, font: 'display' });
      say(book, 'P', sheet.line, {
        x: margin,
        y: doc.y + 22,
        size: 18,
        width: column,
        color: palette.paperDim,
      });
      say(book, 'P', site.name, { x: margin, y: page.height - 84, size: 16, width: column });
      break;
    case 'words':
      rings(book, { x: page.width - 60, y: page.height - 70 }, 1.5, 300);
      article(book, sheet, { x: margin + 20, y: 130, width: 580, size: 20 });
      break;
    case 'plate':
      article(book, sheet, {
        x: sheet.side === 'left' ? plateWidth + margin - 10 : margin - 10,
        y: 200,
        width: column,
        size: 18,
      });
      break;
    case 'detail':
      say(book, 'P', sheet.caption, {
        x: margin,
        y: page.height - 84,
        size: 38,
        width: page.width - 2 * margin,
        font: 'display',
      });
      break;
    case 'room':
      room(book, sheet.sounds);
      article(book, sheet, { x: margin - 10, y: 200, width: column - 20, size: 18 });
      break;
    case 'row':
      say(book, 'H2', sheet.title, { x: margin, y: 116, size: 54, width: 700, font: 'display' });
      say(book, 'P', sheet.paragraph, { x: margin, y: doc.y + 14, size: 18, width: 620 });
      for (const [index, { place }] of placesOf(sheet).entries()) {
        const caption = sheet.pictures[index]?.caption ?? '';
        const y = place.y + place.height + 16;
        say(book, 'Caption', caption, {
          x: place.x,
          y,
          size: 15,
          width: place.width,
          color: palette.paperDim,
        });
      }
      break;
    case 'end':
      say(book, 'H2', sheet.title, { x: margin, y: 478, size: 54, width: 280, font: 'display' });
      for (const [index, text] of sheet.paragraphs.entries()) {
        const y = index === 0 ? 490 : doc.y + 18;
        const look = index === 0 ? { size: 20 } : { size: 15, color: palette.paperDim };
        say(book, 'P', text, { x: 380, y, width: page.width - 380 - margin, ...look });
      }
  }
}

interface Line {
  x: number;
  y: number;
  width: number;
  size: number;
  font?: keyof ArtbookFonts;
  color?: string;
}

function article(
  book: Book,
  { title, paragraphs }: { title: string; paragraphs: readonly string[] },
  { x, y, width, size }: Line,
): void {
  say(book, 'H2', title, { x, y, width, size: 54, font: 'display' });
  let gap = 22;
  for (const text of paragraphs) {
    say(book, 'P', text, { x, y: book.doc.y + gap, width, size });
    gap = 14;
  }
}

/** Text with its role in the document, for those who have it read to them. */
function say(book: Book, role: 'H1' | 'H2' | 'P' | 'Caption', text: string, line: Line): void {
  const { doc, palette } = book;
  const { x, y, width, size, font = 'text', color = palette.paper } = line;
  const write = () => {
    doc.font(font).fontSize(size).fillColor(color);
    doc.text(text, x, y, { width, lineGap: font === 'display' ? -size * 0.04 : size * 0.42 });
  };
  doc.addStructure(doc.struct(role, {}, [write]));
}

function figure({ doc }: Book, alt: string, draw: () => void): void {
  doc.addStructure(doc.struct('Figure', { alt }, [draw]));
}

/** Drawn, and left out when the page is read aloud. */
function artifact(doc: PDFKit.PDFDocument, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

/** The house's sign: a listener seen from above, and rings of sound. */
function rings(
  { doc, accent }: Book,
  { x, y }: { x: number; y: number },
  line: number,
  radius: number,
): void {
  artifact(doc, () => {
    for (const [index, part] of [0.48, 0.74, 1].entries()) {
      doc
        .circle(x, y, radius * part)
        .lineWidth(line)
        .strokeOpacity(1 - index * 0.3)
        .stroke(accent);
    }
    doc.circle(x, y, Math.min(radius * 0.16, 14)).fill(accent);
  });
}

/** A room seen from above, with the listener in the middle. */
function room(book: Book, sounds: readonly BookSound[]): void {
  const { doc, accent, palette } = book;
  const center = { x: page.width - 310, y: page.height / 2 };
  const radius = 250;
  rings(book, center, 1.2, radius);
  const names = sounds.map(({ name }) => name).join('; ');
  figure(book, `A plan of a room. Around the listener, clockwise from the front: ${names}.`, () => {
    for (const { name, angle, ring } of sounds) {
      const turned = ((angle - 90) * Math.PI) / 180;
      const away = radius * ([0.48, 0.74, 1][ring - 1] ?? 1);
      const x = center.x + away * Math.cos(turned);
      const y = center.y + away * Math.sin(turned);
      doc.circle(x, y, 15).fillOpacity(0.22).fill(accent).circle(x, y, 6).fillOpacity(1).fill(palette.paper);
      doc.font('strong').fontSize(15);
      const width = doc.widthOfString(name) + 12;
      // The rings end before the words do.
      doc.rect(x - width / 2, y + 17, width, 22).fill(palette.inkDeep);
      doc.fillColor(palette.paper).text(name, x - width / 2 + 6, y + 18, { lineBreak: false });
    }
  });
}
