import { useRef, useState } from 'react';
import { accountStore } from '#client/auth/account.ts';
import { callFaultText } from './call-fault.ts';

interface SignOut {
  busy: boolean;
  fault: string | null;
  start: () => Promise<void>;
}

/**
 * Signs out. Only the server can end the session, so a failure is shown: a person who believes to be signed out on a
 * shared computer must be.
 */
export function useSignOut(): SignOut {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const underWay = useRef(false);

  async function start() {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setFault(null);
    try {
      await accountStore().signOut();
    } catch (error) {
      setFault(callFaultText(error));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }

  return { busy, fault, start };
}
