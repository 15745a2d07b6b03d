import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { validationFailed } from '../auth-error.ts';
import type { AuthRequest } from '../caller.ts';
import { describeListedUser } from '../describe-user.ts';
import type { User } from '../users.ts';

const usersPerPage = 50;

/** A page of accounts, the newest first; how many there are and where the other pages are stands in the headers. */
export async function listUsers(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const page = readCount(request.req.query('page'), 1);
  const perPage = readCount(request.req.query('per_page'), usersPerPage);
  const { users, total } = await transactAsAuth(auth, async (query) => {
    const rows = await query<User>(
      'select * from auth.users order by created_at desc, id limit $1 offset $2',
      [perPage, (page - 1) * perPage],
    );
    const [count] = await query<{ total: number }>('select count(*)::int as total from auth.users');
    return { users: rows.map(describeListedUser), total: count?.total ?? 0 };
  });
  const lastPage = Math.ceil(total / perPage);
  const pages = page < lastPage ? { next: page + 1, last: lastPage } : { last: lastPage };
  const links = Object.entries(pages).map(
    ([name, number]) => `</admin/users?page=${number}&per_page=${perPage}>; rel="${name}"`,
  );
  request.header('link', links.join(', '));
  request.header('x-total-count', String(total));
  return request.json({ users, aud: 'authenticated' });
}

function readCount(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw validationFailed(`Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(text)}`);
  }
  return Number(text);
}
