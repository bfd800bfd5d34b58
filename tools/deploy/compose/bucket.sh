#!/bin/sh
# Creates the bucket and allows the product's pages to upload files into it.
set -eu
AWS_ACCESS_KEY_ID=$(cat /run/secrets/s3_access_key_id)
AWS_SECRET_ACCESS_KEY=$(cat /run/secrets/s3_secret_access_key)
export AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
s3() { aws --endpoint-url "$S3_ENDPOINT" s3api "$@"; }
s3 head-bucket --bucket "$S3_BUCKET" 2>/dev/null || s3 create-bucket --bucket "$S3_BUCKET"
s3 put-bucket-cors --bucket "$S3_BUCKET" --cors-configuration "{\"CORSRules\":[{
  \"AllowedOrigins\":[\"$PUBLIC_URL\"],\"AllowedMethods\":[\"GET\",\"PUT\",\"POST\",\"DELETE\"],
  \"AllowedHeaders\":[\"*\"],\"ExposeHeaders\":[\"ETag\"],\"MaxAgeSeconds\":3600}]}"
