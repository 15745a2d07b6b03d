import { Fragment, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { CloseDialogContext } from './close-dialog-context';
import { Dialog } from './dialog';
import { isDialogPending } from './is-dialog-pending';
import { Menu, MenuItem, MenuRule } from './menu';

export type RowChoice = {
  icon: 'pencil' | 'trash';
  label: string;
  heading: string;
  form: ReactNode;
};

type RowChoicesProps = {
  name: string;
  choices: RowChoice[];
  /** The row's button while the menu is open, else null. */
  opener: HTMLElement | null;
  close: () => void;
};

export function RowChoices({ name, choices, opener, close }: RowChoicesProps) {
  const [asked, setAsked] = useState<string>();
  const stop = () => setAsked(undefined);
  const stopUnlessBusy = () => isDialogPending() || stop();
  return (
    <>
      {opener?.parentElement
        ? createPortal(
            <Menu label={name} opener={opener} onClose={close}>
              {choices.map(({ icon, label }, index) => (
                <Fragment key={label}>
                  {icon === 'trash' && index > 0 ? <MenuRule /> : null}
                  <MenuItem icon={icon} isDanger={icon === 'trash'} onClick={() => setAsked(label)}>
                    {label}
                  </MenuItem>
                </Fragment>
              ))}
            </Menu>,
            opener.parentElement,
          )
        : null}
      {choices.map(({ label, heading, form }) => (
        <Dialog key={label} isOpen={asked === label} heading={heading} onClose={stopUnlessBusy}>
          {asked === label ? <CloseDialogContext value={stop}>{form}</CloseDialogContext> : null}
        </Dialog>
      ))}
    </>
  );
}
