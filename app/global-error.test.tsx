import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { unexpectedError } from '@/lib/errors/unexpected';
import GlobalError from './global-error';

type Props = { children?: ReactNode; onClick?: () => void };
const listParts = (part: ReactNode): ReactElement<Props>[] =>
  Children.toArray(part).flatMap((one) =>
    isValidElement<Props>(one) ? [one, ...listParts(one.props.children)] : [],
  );

test('if even the layout fails, a styled page says so, and a press reloads everything', () => {
  const html = renderToStaticMarkup(<GlobalError />);
  expect(html).toMatch(
    /^<html lang="en"><head>.*<link rel="stylesheet" href="\/style\/any"\/><\/head><body>/,
  );
  const head = ['theme-color" content="#faf8f3"', 'rel="icon" href="/favicon.ico"'];
  for (const words of [...head, unexpectedError.title, unexpectedError.hint]) expect(html).toContain(words);
  const reload = jest.fn();
  Object.assign(globalThis, { location: { reload } });
  for (const { type, props } of listParts(GlobalError())) if (type === 'button') props.onClick?.();
  expect(reload).toHaveBeenCalledTimes(1);
});
