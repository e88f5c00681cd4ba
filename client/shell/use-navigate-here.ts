import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useLeaving } from '#client/ui/use-leaving.ts';

/** Navigates after an answer, as long as the screen that asked is still shown. */
export function useNavigateHere(): (path: string) => void {
  const navigate = useNavigate();
  const leaving = useLeaving();
  return useCallback(
    (path) => {
      if (!leaving().aborted) void navigate(path);
    },
    [navigate, leaving],
  );
}
