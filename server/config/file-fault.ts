const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no file at this path (in a container: inside it)',
  ENOTDIR: 'there is no file at this path (in a container: inside it)',
  EACCES: "the site's user has no right to read it",
  EISDIR: 'this is a directory (Docker makes one where the file to mount is missing)',
};

/** Why the file that a setting names cannot be read, in words. */
export function fileFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return `cannot be read: ${reasons[code ?? ''] ?? code ?? message}`;
}
