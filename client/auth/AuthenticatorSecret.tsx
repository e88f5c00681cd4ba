import { useEffect, useState } from 'react';
import { ButtonLink } from '#client/ui/Button.tsx';
import { site } from '#shared/site.ts';
import styles from './AuthenticatorSecret.module.css';

/**
 * The secret of an authenticator app in every form that gets it there: a picture for the camera of another device, a link
 * for an app on this one, and text to type.
 * @param secret base32
 */
export function AuthenticatorSecret({ username, secret }: { username: string; secret: string }) {
  const label = `${encodeURIComponent(site.name)}:${encodeURIComponent(username)}`;
  // The format that authenticator apps read: github.com/google/google-authenticator, Key URI format.
  const address = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(site.name)}`;
  return (
    <div className={styles['secret']}>
      <QrCode text={address} />
      <div className={styles['ways']}>
        <ButtonLink variant="quiet" href={address}>
          Open in an app on this device
        </ButtonLink>
        <p>Or type this key into the app:</p>
        <p className={styles['key']}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      </div>
    </div>
  );
}

/** Drawn once its code is there; without it the key below says the same. */
function QrCode({ text }: { text: string }) {
  const [drawing, setDrawing] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    void import('uqr').then(({ encode }) => {
      const { size, data } = encode(text, { ecc: 'M' });
      const dark = data.flatMap((row, y) => row.flatMap((bit, x) => (bit ? [`M${x} ${y}h1v1h-1z`] : [])));
      if (wanted) setDrawing({ size, path: dark.join('') });
    });
    return () => {
      wanted = false;
    };
  }, [text]);
  const size = drawing?.size ?? 1;
  return (
    <svg
      className={styles['code']}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      role="img"
      aria-label="QR code of the key, for an authenticator app on another device"
      shapeRendering="crispEdges"
    >
      {drawing ? <path d={drawing.path} /> : null}
    </svg>
  );
}
