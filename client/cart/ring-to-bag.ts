import { paths } from '#shared/routes.ts';
import styles from './CartLink.module.css';

/** In milliseconds. */
const flight = 650;

/**
 * Lets a ring of light go from the place of a pressed button to the cart's sign in the header. Nothing goes where the sign is
 * scrolled away, or for whoever asked for less motion.
 */
export function ringToBag(from: DOMRect): void {
  const bag = document.querySelector(`header a[href="${paths.cart()}"]`)?.getBoundingClientRect();
  if (!bag || bag.bottom < 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const ring = document.createElement('span');
  ring.className = styles['ring'] ?? '';
  ring.ariaHidden = 'true';
  document.body.append(ring);
  const at = ({ left, top, width, height }: DOMRect, scale: number) =>
    `translate(${left + width / 2}px, ${top + height / 2}px) scale(${scale})`;
  const going = ring.animate(
    [
      { transform: at(from, 0.4), opacity: 0 },
      { transform: at(from, 2), opacity: 1, offset: 0.25 },
      { transform: at(bag, 1), opacity: 0.9, offset: 0.8 },
      { transform: at(bag, 1.8), opacity: 0 },
    ],
    { duration: flight, easing: 'cubic-bezier(0.5, 0, 0.3, 1)' },
  );
  going.onfinish = () => ring.remove();
}
