#!/bin/sh
# The names of all services, one a line, each after those whose tables it reads: svc-*/service.json says which.
# Fails when services read each other's tables in a cycle, or a table of no service.
set -eu
cd "$(dirname "$0")/../.."
pairs=$(awk -F '"' '
  $2 == "name" { name = $4 }
  $2 == "schema" { owner[$4] = name; print name, name }
  {
    # No other text of a service.json is like auth.users.
    for (i = 2; i <= NF; i += 2)
      if ($i ~ /^[a-z0-9_]+\.[a-z0-9_]+$/) { table[++count] = $i; reader[count] = name }
  }
  END {
    for (i = 1; i <= count; i++) {
      split(table[i], part, ".")
      if (!(part[1] in owner)) {
        print "svc-" reader[i] " reads " table[i] ", which is no service’s." > "/dev/stderr"
        exit 1
      }
      print owner[part[1]], reader[i]
    }
  }
' svc-*/service.json)
printf '%s\n' "$pairs" | tsort
