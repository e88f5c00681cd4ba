import styles from './ProductAbout.module.css';

/** A drawing of one step from the purchase to listening. */
export function NextDrawing({ of }: { of: keyof typeof drawings }) {
  return (
    <svg className={styles['drawing']} viewBox="0 0 96 72" aria-hidden="true">
      {drawings[of]}
    </svg>
  );
}

const drawings = {
  payment: (
    <>
      <rect x="14" y="16" width="60" height="40" rx="5" />
      <path d="M14 28h60M23 46h15" />
      <g className={styles['sound']}>
        <circle cx="74" cy="50" r="3" />
        <circle cx="74" cy="50" r="9" />
        <circle cx="74" cy="50" r="15" />
      </g>
    </>
  ),
  app: (
    <>
      <rect x="32" y="6" width="32" height="60" rx="5" />
      <path d="M44 12h8" />
      <g className={styles['sound']}>
        <circle cx="48" cy="37" r="3" />
        <circle cx="48" cy="37" r="8" />
        <path d="M25 25a26 26 0 0 0 0 24M71 25a26 26 0 0 1 0 24M16 19a40 40 0 0 0 0 36M80 19a40 40 0 0 1 0 36" />
      </g>
    </>
  ),
  headphones: (
    <>
      <path d="M24 46V38a24 24 0 0 1 48 0v8" />
      <rect x="19" y="43" width="11" height="20" rx="5" />
      <rect x="66" y="43" width="11" height="20" rx="5" />
      <g className={styles['sound']}>
        <circle cx="48" cy="49" r="3" />
        <path d="M40 43a10 10 0 0 0 0 12M56 43a10 10 0 0 1 0 12M11 43a26 26 0 0 0 0 20M85 43a26 26 0 0 1 0 20" />
      </g>
    </>
  ),
} as const;
