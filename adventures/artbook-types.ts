/** A picture that somebody who cannot see it is told about. */
export interface BookPicture {
  /** Whose cover: the id of a home, or `banner` for the wide picture that the home page begins with. */
  drawing: string;
  alt: string;
  /** The part that is shown, in fractions of the drawing; all of it when left out. */
  part?: { left: number; top: number; width: number; height: number };
}

/** A page of the book. */
export type BookPage =
  | { kind: 'cover'; picture: BookPicture; kicker: string; title: string; line: string }
  | { kind: 'words'; title: string; paragraphs: readonly string[] }
  | {
      kind: 'plate';
      picture: BookPicture;
      side: 'left' | 'right';
      title: string;
      paragraphs: readonly string[];
    }
  | { kind: 'detail'; picture: BookPicture; caption: string }
  | { kind: 'room'; title: string; paragraphs: readonly string[]; sounds: readonly BookSound[] }
  | {
      kind: 'row';
      title: string;
      paragraph: string;
      pictures: readonly (BookPicture & { caption: string })[];
    }
  | { kind: 'end'; picture: BookPicture; title: string; paragraphs: readonly string[] };

/** Where a sound stands around the listener, who looks towards the top of the page. */
export interface BookSound {
  name: string;
  /** Clockwise from straight ahead, in degrees. */
  angle: number;
  /** 1 is the innermost ring, 3 the outermost. */
  ring: 1 | 2 | 3;
}

/** A picture book that the build makes for the buyers of an adventure: `artbook` of its `artbook.ts`. */
export interface Artbook {
  /** Which of the adventure's downloads it is. */
  download: string;
  title: string;
  pages: readonly BookPage[];
}
