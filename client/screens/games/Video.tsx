import { useState } from 'react';
import { giveFocus } from '#client/ui/keep-focus.ts';
import { Picture } from '#client/ui/Picture.tsx';
import { site } from '#shared/site.ts';
import styles from './Video.module.css';

interface VideoProps {
  /** The video's id on the host. */
  id: string;
  /** The video's alternative text. */
  title: string;
  /** The poster drawing before it is played. */
  poster: string;
}

const host = new URL(site.videoHost).hostname;

/**
 * A video that requests nothing from its host until somebody presses play; before that it shows our own drawing. So no
 * consent is needed, and nothing delays the page. Where scripts are off, or a blocker leaves the frame empty, a link leads
 * to it.
 */
export function Video({ id, title, poster }: VideoProps) {
  const [playing, setPlaying] = useState(false);
  const address = `${site.videoHost}/embed/${encodeURIComponent(id)}`;
  const there = (
    <>
      {' '}
      <a href={address}>Open it there</a>.
    </>
  );
  return (
    <figure className={styles['video']}>
      {playing ? (
        <iframe
          // The focused button is gone.
          ref={giveFocus}
          className={styles['frame']}
          src={`${address}?autoplay=1`}
          title={title}
          allow="autoplay; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          allowFullScreen
        />
      ) : (
        <button
          type="button"
          className={styles['poster']}
          aria-label={`Play the video: ${title}`}
          onClick={() => setPlaying(true)}
        >
          <Picture
            className={styles['picture']}
            crops={[{ art: poster, sizes: '(width < 64rem) 92vw, 60rem' }]}
            alt=""
          />
          <PlaySign />
          <span className={styles['call']}>Play the video</span>
        </button>
      )}
      <figcaption className={styles['caption']}>
        {`${title}. The video comes from ${host}, and only when you play it.`}
        {playing ? there : <noscript>{there}</noscript>}
      </figcaption>
    </figure>
  );
}

/** The brand's rings, with the play icon in the middle. */
function PlaySign() {
  return (
    <svg className={styles['sign']} viewBox="0 0 120 120" aria-hidden="true">
      <circle className={styles['ring']} cx="60" cy="60" r="57" opacity="0.35" />
      <circle className={styles['ring']} cx="60" cy="60" r="46" opacity="0.65" />
      <circle className={styles['disc']} cx="60" cy="60" r="34" />
      <path className={styles['arrow']} d="M52 44.5v31l25-15.5z" />
    </svg>
  );
}
