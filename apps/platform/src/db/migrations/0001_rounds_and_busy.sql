ALTER TABLE "inference" ADD COLUMN "busy_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "grant_notice" ADD COLUMN "rounds_left" integer;