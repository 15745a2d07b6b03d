import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { NoSuchPage } from '@/app/(signed-in)/developers/own-app';
import { Note, Notes } from '@/components/ui/note';
import api from '@/docs/api.md';
import apps from '@/docs/apps.md';
import { environment } from '@/lib/env';
import countersign from '@/packages/countersign/README.md';

type DocumentPageProps = { params: Promise<{ name: string }> };

/** By the last segment of their paths, to which `scripts/pages/render-document.ts` links. */
const documents = Object.entries({ apps, package: { ...countersign, title: 'Package' }, api });

async function find(params: DocumentPageProps['params']) {
  const { name } = await params;
  return documents.find(([one]) => one === name)?.[1];
}

export async function generateMetadata({ params }: DocumentPageProps): Promise<Metadata> {
  return { title: (await find(params))?.title ?? 'Documentation' };
}

export default async function DocumentPage({ params }: DocumentPageProps) {
  const { docsUrl } = environment();
  if (docsUrl) redirect(docsUrl);
  const document = await find(params);
  if (!document) return <NoSuchPage />;
  return (
    <div className="with-notes">
      <article
        className="[&_:is(th,td)]:border-b [&_:is(th,td)]:border-hairline [&_:is(th,td)]:py-2 [&_:is(th,td)]:pr-4 [&_:is(th,td)]:align-top [&_code]:font-mono [&_code]:text-small [&_pre]:rounded-card [&_pre]:border [&_pre]:border-hairline [&_pre]:bg-sunken [&_pre]:px-4 [&_pre]:py-3.5 [&_table]:min-w-full [&_table]:text-left [&_table]:text-small [&_ul]:list-disc [&_ul]:pl-5 [&>*+*]:mt-3 [&>:is(h2,h3,h4)]:mt-8 [&>:is(h3,h4)]:font-semibold [&>:is(p,ul)]:[overflow-wrap:anywhere] [&>:is(pre,div)]:overflow-x-auto [&>h2]:text-large"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made at build from this project's documents, whose HTML is escaped.
        dangerouslySetInnerHTML={{ __html: document.html }}
      />
      <Notes>
        <Note title="Documentation">
          {documents.map(([name, { title }]) => (
            <p key={name}>
              <a
                href={`/developers/docs/${name}`}
                aria-current={title === document.title ? 'page' : undefined}
              >
                {title}
              </a>
            </p>
          ))}
        </Note>
      </Notes>
    </div>
  );
}
