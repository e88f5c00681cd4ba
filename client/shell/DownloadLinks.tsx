import { storeNames } from '#client/app-link/store-names.ts';
import { facts } from '#facts';
import styles from './DownloadLinks.module.css';
import { WithFact } from './WithFact.tsx';

const stores = [
  { id: 'android', device: 'Android', camera: 'M31 15.5h2' },
  { id: 'ios', device: 'iPhone and iPad', camera: 'M27 15.5h10' },
] as const;

/**
 * The links to the app: for each store a badge and a QR code for a phone's camera. The server draws the codes
 * (server/http/qr-codes.ts).
 */
export function DownloadLinks() {
  return (
    <ul className={styles['stores']}>
      {stores.map(({ id, device, camera }) => (
        <WithFact key={id} fact={facts.stores[id]}>
          {(address) => (
            <li className={styles['store']}>
              <img
                className={styles['code']}
                src={`/qr/${id}.svg`}
                alt={`QR code that leads to ${storeNames[id]}, for ${device}`}
                width={280}
                height={280}
                loading="lazy"
                decoding="async"
              />
              <a className={styles['badge']} href={address}>
                <Phone camera={camera} />
                <span className={styles['words']}>
                  <span className={styles['device']}>{`For ${device} `}</span>
                  <span className={styles['name']}>{storeNames[id]}</span>
                </span>
              </a>
            </li>
          )}
        </WithFact>
      ))}
    </ul>
  );
}

/** A phone seen from the front, with sound on both sides of it. */
function Phone({ camera }: { camera: string }) {
  return (
    <svg className={styles['phone']} viewBox="0 0 64 64" aria-hidden="true">
      <rect x="20" y="9" width="24" height="46" rx="4.5" />
      <path d={camera} />
      <path d="M14 25a14 14 0 0 0 0 14M50 25a14 14 0 0 1 0 14" />
      <path opacity="0.55" d="M7.5 20.5a23 23 0 0 0 0 23M56.5 20.5a23 23 0 0 1 0 23" />
    </svg>
  );
}
