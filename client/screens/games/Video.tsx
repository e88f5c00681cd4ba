import { useEffect, useRef, useState } from 'react';
import { Picture } from '#client/ui/Picture.tsx';
import { site } from '#shared/site.ts';
import styles from './Video.module.css';

interface VideoProps {
  /** The video's id on the host. */
  id: string;
  /** What one sees and hears in it. */
  title: string;
  /** The drawing that stands there until it is asked for. */
  poster: string;
}

const host = new URL(site.videoHost).hostname;

/**
 * A video that asks nothing of its host until somebody presses play; before that it is a drawing of ours. So there is
 * nothing to consent to, and nothing to wait for.
 */
export function Video({ id, title, poster }: VideoProps) {
  const [playing, setPlaying] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const address = `${site.videoHost}/embed/${encodeURIComponent(id)}`;
  useEffect(() => {
    // The button that had the focus is gone; what it started has it now.
    if (playing) frame.current?.focus();
  }, [playing]);

  return (
    <figure className={styles['video']}>
      {playing ? (
        <iframe
          ref={frame}
          className={styles['frame']}
          src={`${address}?autoplay=1`}
          title={title}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
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
        {title}. The video comes from {host}, and only when you play it.
        <noscript>
          {' '}
          <a href={address}>Open it there</a>.
        </noscript>
      </figcaption>
    </figure>
  );
}

/** The house's rings, with the sign for playing where the listener is. */
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
