import hidden from './VisuallyHidden.module.css';

/** How long before its first words the live region is there, in milliseconds: screen readers have to notice it first. */
const noticeMs = 150;

let made: HTMLElement | undefined;

/** The live region for everything that is said here; made in the browser, because this file is loaded by the build, too. */
function statusRegion(): HTMLElement {
  if (made) return made;
  made = document.createElement('div');
  made.role = 'status';
  made.className = hidden['hidden'] ?? '';
  return made;
}

/** Has screen readers say something that is seen elsewhere. Behind an open dialog they would not hear it, so it is inside. */
export function say(text: string): void {
  const words = document.createElement('p');
  words.textContent = text;
  const region = statusRegion();
  const place = document.querySelector('dialog:modal') ?? document.body;
  // A new element each time, so that the same words are read out again.
  if (region.parentElement === place) region.replaceChildren(words);
  else {
    region.replaceChildren();
    place.append(region);
    setTimeout(() => region.replaceChildren(words), noticeMs);
  }
}
