import { shareInstead } from 'local-supabase/testing';
import { readOutsideProject } from './outside-project.ts';
import { shareOutsideProject } from './share-outside-project.ts';

// For Jest's `setupFilesAfterEnv`: gives the outside project to each test file that shares a backend.
const project = readOutsideProject();
if (!project) throw new Error('Only a run on a project from outside needs this.');
shareInstead((name, options) => shareOutsideProject(project, name, options));
