import { QrCode } from '#client/app-link/QrCode.tsx';
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
      <QrCode
        className={styles['code']}
        text={address}
        label="QR code of the key, for an authenticator app on another device"
      />
      <div className={styles['ways']}>
        <ButtonLink variant="quiet" href={address}>
          Open in an app on this device
        </ButtonLink>
        <p>Or type this key into the app:</p>
        <p className={styles['key']} translate="no">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
    </div>
  );
}
