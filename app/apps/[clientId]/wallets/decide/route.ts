import { pathAfter } from '@/app/(signed-in)/done-messages';
import { checkAnswer, readAnswer, readGranted, withPicked } from '@/app/connect/[id]/check-answer';
import { redirectTo } from '@/app/connect/redirect';
import { shareWallets } from '@/lib/apps/grants';
import { readDevice } from '@/lib/device';
import { readViewer } from '@/lib/session/viewer';

type AppContext = { params: Promise<{ clientId: string }> };

const pathOf = async ({ params }: AppContext) =>
  `/apps/${encodeURIComponent((await params).clientId)}/wallets`;

/** Shares the ticked wallets with an app that has access, after the checks of an app's request. */
export async function POST(request: Request, context: AppContext): Promise<Response> {
  const path = await pathOf(context);
  const check = await readViewer();
  const answer = await readAnswer(request);
  if (!answer) return redirectTo(`${path}?problem=app.request_invalid`);
  if (answer.answer === 'cancel') return redirectTo('/apps');
  if (!check.signedIn) return redirectTo(path);
  const { viewer } = check;
  const checked = await checkAnswer(viewer, answer, readGranted, (await context.params).clientId);
  const grantId = checked.ok ? (checked.described.grant?.id ?? '') : '';
  const shared = checked.ok
    ? await shareWallets({
        acting: viewer,
        grantId,
        sharedIds: answer.shared,
        walletIds: checked.walletIds,
        pageId: checked.pageId,
        device: await readDevice(),
      })
    : checked;
  if (shared.ok)
    return redirectTo(pathAfter('/apps', checked.ok && checked.walletIds?.length ? 'shared' : 'shared-none'));
  // The page says why.
  if (shared.code === 'app.unknown') return redirectTo(path);
  const problem = `${path}?problem=${shared.code}`;
  return redirectTo(shared.code === 'app.wallets_changed' ? problem : withPicked(problem, answer));
}

/** Opened without a form: changes nothing. */
export async function GET(_request: Request, context: AppContext): Promise<Response> {
  return redirectTo(await pathOf(context));
}
