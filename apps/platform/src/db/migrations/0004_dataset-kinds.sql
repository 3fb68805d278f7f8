ALTER TABLE "dataset" ADD COLUMN "label_columns" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "mapping" jsonb DEFAULT '[]'::jsonb NOT NULL;