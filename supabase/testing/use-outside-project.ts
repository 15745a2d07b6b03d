import { shareInstead } from 'local-supabase/testing';
import { readOutsideProject } from './outside-project.ts';
import { shareOutsideProject } from './share-outside-project.ts';

// Jest's `setupFilesAfterEnv`: replaces the shared backend of each test file by the outside project.
const project = readOutsideProject();
if (!project) throw new Error('Only a run on a project from outside needs this.');
shareInstead((name, options) => shareOutsideProject(project, name, options));
