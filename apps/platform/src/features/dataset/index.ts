/** Datasets as the platform knows them: metadata told by edges, never a row. Written by P3. */
