import { useCallback } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { useLeaving } from '#client/ui/use-leaving.ts';

/** Navigates after an answer, as long as the screen that asked is still shown. */
export function useNavigateHere(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const leaving = useLeaving();
  return useCallback(
    (path, options) => {
      if (!leaving().aborted) void navigate(path, options);
    },
    [navigate, leaving],
  );
}
