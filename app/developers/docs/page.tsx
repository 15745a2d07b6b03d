import { redirect } from 'next/navigation';
import { environment } from '@/lib/env';

export default function DocumentsPage() {
  redirect(environment().docsUrl ?? '/developers/docs/apps');
}
