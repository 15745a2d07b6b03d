'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { type ConfirmRequest, confirmEvent } from '@/components/ui/confirm-request';
import { useIdleFetch } from '@/components/ui/use-idle-fetch';

const fetchDialog = () => import('./confirm-access/confirm-dialog');

type ConfirmDialogProps = { request: ConfirmRequest; onClose: () => void };

/** Loads the dialog when the page is idle or a user has to confirm, which few visits need. */
export function LazyConfirmDialog() {
  const [request, setRequest] = useState<ConfirmRequest>();
  const [Dialog, setDialog] = useState<ComponentType<ConfirmDialogProps>>();

  useIdleFetch(fetchDialog);
  useEffect(() => {
    const open = async (event: Event) => {
      event.preventDefault();
      document.documentElement.dataset.confirming = '';
      const { detail } = event as CustomEvent<ConfirmRequest>;
      try {
        const { ConfirmDialog } = await fetchDialog();
        setDialog(() => ConfirmDialog);
        setRequest(detail);
      } catch {
        // Offline, or a newer version was deployed: the full page explains more.
        delete document.documentElement.dataset.confirming;
        detail.keep?.();
        location.assign(detail.path);
      }
    };
    addEventListener(confirmEvent, open);
    return () => removeEventListener(confirmEvent, open);
  }, []);

  const close = () => {
    delete document.documentElement.dataset.confirming;
    setRequest(undefined);
  };
  return Dialog && request ? <Dialog request={request} onClose={close} /> : null;
}
