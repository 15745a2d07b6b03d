import { shareInstead } from 'local-supabase/testing';
import { readOutsideProject } from './outside-project.ts';
import { shareOutsideProject } from './share-outside-project.ts';

// For Jest's `setupFilesAfterEnv`: each test file that shares a backend gets the project from outside.
const project = readOutsideProject();
if (!project) throw new Error('Only a run on a project from outside needs this.');
shareInstead((name, options) => shareOutsideProject(project, name, options));
