import type { AuthContext } from '../auth-context.ts';
import { transactAsAuth } from '../auth-context.ts';
import { validationFailed } from '../auth-error.ts';
import type { AuthRequest } from '../caller.ts';
import { describeListedUser } from '../describe-user.ts';
import type { User } from '../users.ts';

const usersPerPage = 50;
const matches = `($1 = '' or email like '%' || $1 || '%' or raw_user_meta_data ->> 'full_name' ilike '%' || $1 || '%')`;

/** A page of accounts, newest first. Headers carry the total and links to other pages. */
export async function listUsers(request: AuthRequest, auth: AuthContext): Promise<Response> {
  const page = readCount(request.req.query('page'), 1);
  const perPage = readCount(request.req.query('per_page'), usersPerPage);
  const filter = request.req.query('filter') ?? '';
  const { users, total } = await transactAsAuth(auth, async (query) => {
    const rows = await query<User>(
      `select * from auth.users where ${matches} order by created_at desc, id limit $2 offset $3`,
      [filter, perPage, (page - 1) * perPage],
    );
    const [count] = await query<{ total: number }>(
      `select count(*)::int as total from auth.users where ${matches}`,
      [filter],
    );
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
