import { type FormEvent, type RefCallback, useId } from 'react';
import { CoverInItsLight } from '#client/cart/CoverInItsLight.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { ButtonRow, Stack } from '#client/ui/Page.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx';
import { codeLimits } from '#shared/operator-limits.ts';
import type { AccountPageEvent, AccountPageMode } from './account-page-mode.ts';
import styles from './UnlockContent.module.css';

interface UnlockContentProps {
  state: Extract<AccountPageMode, { mode: 'unlock' }>;
  send: (event: AccountPageEvent) => void;
  /** Leaves it, for the products, which are loaded again. */
  goBack: () => void;
  onActivate: () => void;
  /** Takes the focus at every change of status. */
  focusRef: RefCallback<HTMLElement>;
}

/** Unlock Content: the form for an activation code, and its result. */
export function UnlockContent({ state, send, goBack, onActivate, focusRef }: UnlockContentProps) {
  // It comes together with its words, so it is read out as the description of the button that gets the focus.
  const outcome = useId();

  if (state.status === 'success') {
    return (
      <Stack>
        <h2>Unlock Content</h2>
        {/* A description loses the list: without a mark between them nobody would hear where a title ends. */}
        <div id={outcome}>
          <Notice kind="success" silent>
            <p>Success!</p>
            {state.unlocked.length > 0 ? (
              <>
                <p>Unlocked on your account, here and in the app:</p>
                <ul>
                  {state.unlocked.map(({ title }, index) => (
                    <li key={title}>
                      {title}
                      {index < state.unlocked.length - 1 ? <VisuallyHidden>;</VisuallyHidden> : null}
                    </li>
                  ))}
                </ul>
              </>
            ) : null}
          </Notice>
        </div>
        <Button onClick={goBack} describedBy={outcome} ref={focusRef}>
          Go Back
        </Button>
        <div className={styles['covers']}>
          {[...new Set(state.unlocked.map(({ world }) => world))].map((world) => (
            <CoverInItsLight key={world} product={{ world }} />
          ))}
        </div>
      </Stack>
    );
  }

  if (state.status === 'error') {
    return (
      <Stack>
        <h2>Unlock Content</h2>
        <div id={outcome}>
          <Notice kind="error" silent>
            {state.error}
          </Notice>
        </div>
        <ButtonRow>
          <Button onClick={() => send({ type: 'triedAgain' })} describedBy={outcome} ref={focusRef}>
            Try Again
          </Button>
          <Button variant="quiet" onClick={goBack}>
            Go Back
          </Button>
        </ButtonRow>
      </Stack>
    );
  }

  const checking = state.status === 'checking';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onActivate();
  };
  return (
    <form className={styles['form']} method="post" onSubmit={submit} noValidate>
      <h2>Unlock Content</h2>
      <TextField
        label="Activation code"
        name="activation-code"
        value={state.code}
        onChange={(code) => send({ type: 'codeTyped', code })}
        error={state.error}
        autoComplete="off"
        literal
        maxLength={codeLimits.code}
        required
        ref={focusRef}
      />
      <ButtonRow>
        <Button type="submit" busy={checking} busyLabel="Checking the code">
          Activate
        </Button>
        <Button variant="quiet" disabled={checking} onClick={goBack}>
          Go Back
        </Button>
      </ButtonRow>
    </form>
  );
}
