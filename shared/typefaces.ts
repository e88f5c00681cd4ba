/** The files of the site's typefaces in their packages, whole; the build makes smaller ones of them. */
export const typefaces = {
  text: '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  display: '@fontsource-variable/imbue/files/imbue-latin-opsz-normal.woff2',
} as const;
