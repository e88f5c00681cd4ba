/** How long a browser may take to start saving, in milliseconds: Safari asks first. */
const beginMs = 60_000;

/** Makes the browser save a file. @returns what came of it, to be shown and read out */
export function saveFile(fileName: string, content: string | Blob): string {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), beginMs);
  return `Saved as ${fileName}.`;
}
