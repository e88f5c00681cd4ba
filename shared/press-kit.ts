/** The contents of the press kit: the build makes it, the press page lists it, and a test opens the archive. */

interface PressKitPart {
  /** The folder inside the archive. */
  folder: string;
  title: string;
  /** Pixels of each picture in it; left out where they differ. */
  width?: number;
  height?: number;
  /** What kind of file it is, in words. */
  format: string;
}

export const pressKitPath = '/press-kit.zip';

/** The archive never grows beyond this, in megabytes: the server keeps it in memory. */
export const pressKitMegabytes = 10;

export const pressKitParts = [
  {
    folder: 'covers/print',
    title: 'Covers for print',
    width: 3000,
    height: 4000,
    format: 'JPEG, sRGB, 300 dpi: 25 × 34 cm on paper',
  },
  { folder: 'covers/web', title: 'Covers for the web', width: 1200, height: 1600, format: 'JPEG, sRGB' },
  {
    folder: 'covers/titled',
    title: 'Covers with their titles',
    width: 1200,
    height: 1600,
    format: 'JPEG, sRGB',
  },
  { folder: 'banners', title: 'Banners', width: 2400, height: 1030, format: 'JPEG, sRGB' },
  { folder: 'views', title: 'Further views of each world', width: 1200, height: 800, format: 'JPEG, sRGB' },
  { folder: 'app', title: 'The app on a phone, drawn', width: 960, height: 1280, format: 'JPEG, sRGB' },
  { folder: 'screenshots', title: 'Screenshots, desktop and phone', format: 'JPEG, sRGB' },
  { folder: 'previews', title: 'Link previews', width: 1200, height: 630, format: 'JPEG, sRGB' },
  { folder: 'logo', title: 'Wordmark and symbol', format: 'SVG, and PNG at 512 × 512 pixels' },
] as const satisfies readonly PressKitPart[];
